"""The measured tabletop: shapes of convex pieces at poses on a lattice, and the measurements that rules need.

Lengths are in milli-units, thousandths of the game's own unit; headings in hundredths of a degree, counterclockwise
from +y. Results are identical on all machines.
"""

from banneret.plane.alignment import (
    barred,
    flush,
    heading_out,
    is_barred,
    nearest_free,
    offset_of,
    outermost,
    overlap_at,
    rows_meet,
)
from banneret.plane.angles import HALF, QUARTER, TURN, cosine, heading_towards, sine, turned_between
from banneret.plane.arcs import ARCS, arc, arc_shares, arcs_of, is_in_arc
from banneret.plane.contact import CornerTouch, SharedEdge, corner_touches, shared_edges, touch
from banneret.plane.distance import (
    SLACK,
    covers_disc,
    disc_distance,
    distance,
    is_at_most,
    is_below,
    is_within,
    overlaps,
    overlaps_disc,
    penetration,
    point_distance,
    segment_distance,
)
from banneret.plane.headings import find_heading, reach_bands
from banneret.plane.motion import Meeting, Motion, Straight, Turn, after, end_pose, first_contact, meetings, meets, stop
from banneret.plane.pose import Piece, Placed, Pose, place
from banneret.plane.reaches import around, on_table, within_arc
from banneret.plane.search import find_point, find_whole, shrunk, turned_by
from banneret.plane.shapes import Edge, Point, Shape, Side, polygon, rectangle, trays, union
from banneret.plane.sight import SightLine, any_line, blockers_of, shortest_line, shortest_sight, sight
from banneret.plane.sweep import Span, may_leave, stop_before
from banneret.plane.table import Table, quadrant_shares, quadrants_of

__all__ = [
    "ARCS",
    "HALF",
    "QUARTER",
    "SLACK",
    "TURN",
    "CornerTouch",
    "Edge",
    "Meeting",
    "Motion",
    "Piece",
    "Placed",
    "Point",
    "Pose",
    "Shape",
    "SharedEdge",
    "Side",
    "SightLine",
    "Span",
    "Straight",
    "Table",
    "Turn",
    "after",
    "any_line",
    "arc",
    "arc_shares",
    "arcs_of",
    "around",
    "barred",
    "blockers_of",
    "corner_touches",
    "cosine",
    "covers_disc",
    "disc_distance",
    "distance",
    "end_pose",
    "find_heading",
    "find_point",
    "find_whole",
    "first_contact",
    "flush",
    "heading_out",
    "heading_towards",
    "is_at_most",
    "is_barred",
    "is_below",
    "is_in_arc",
    "is_within",
    "may_leave",
    "meetings",
    "meets",
    "nearest_free",
    "offset_of",
    "on_table",
    "outermost",
    "overlap_at",
    "overlaps",
    "overlaps_disc",
    "penetration",
    "place",
    "point_distance",
    "polygon",
    "quadrant_shares",
    "quadrants_of",
    "reach_bands",
    "rectangle",
    "rows_meet",
    "segment_distance",
    "shared_edges",
    "shortest_line",
    "shortest_sight",
    "shrunk",
    "sight",
    "sine",
    "stop",
    "stop_before",
    "touch",
    "trays",
    "turned_between",
    "turned_by",
    "union",
    "within_arc",
]
