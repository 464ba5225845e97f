"""Reviews of finished matches: what decisions cost, and luck apart from skill."""

from banneret.bots.review.decisions import Mistake
from banneret.bots.review.reviewer import ANSWERS, Review, SeatReview, UnjudgedError, review

__all__ = ["ANSWERS", "Mistake", "Review", "SeatReview", "UnjudgedError", "review"]
