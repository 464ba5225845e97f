// Glyphs of cards by their ids, from an open set of line icons; a glyph that is not known shows nothing beside its label.

import {
  ArrowUp, BicepsFlexed, Bomb, BowArrow, Castle, Circle, Coins, Copy, Crown, Dices, Droplet, Eye, Flag, Flame, Footprints, Gem, Hand, Heart, Hexagon, Hourglass,
  Megaphone,   Move, Ruler, Scroll, Shield, Ship, Skull, Sparkles, Star, Sword, Swords, Target, TowerControl, TrendingUp, Trophy, Users, Wind, Zap,
  type IconNode,
} from "lucide";
import { h } from "preact";

const GLYPHS: Record<string, IconNode> = {
  ability: Sparkles,
  action: Zap,
  armor: Shield,
  armour: Shield,
  attack: Swords,
  block: Shield,
  bow: BowArrow,
  castle: Castle,
  copies: Copy,
  cost: Coins,
  crown: Crown,
  damage: Flame,
  defense: Shield,
  dice: Dices,
  die: Dices,
  faith: Flame,
  figures: Users,
  footprints: Footprints,
  hand: Hand,
  health: Heart,
  hex: Hexagon,
  hit: Target,
  initiative: Hourglass,
  long: BowArrow,
  march: ArrowUp,
  melee: Swords,
  morale: Flag,
  move: Footprints,
  movement: Footprints,
  order: Megaphone,
  power: Crown,
  range: Ruler,
  ranged: BowArrow,
  rank: TrendingUp,
  ranks: Users,
  reform: Move,
  rune: Gem,
  scroll: Scroll,
  ship: Ship,
  short: BowArrow,
  siege: Bomb,
  skull: Skull,
  speed: Footprints,
  stable: Gem,
  star: Star,
  strength: BicepsFlexed,
  sword: Sword,
  tower: TowerControl,
  trays: Users,
  valor: Star,
  "victory-point": Trophy,
  view: Eye,
  white: Circle,
  wind: Wind,
  wound: Droplet,
  wounds: Heart,
};

export const hasGlyph = (id: string): boolean => id in GLYPHS;

export function Glyph(props: { id: string; size?: number }) {
  const node = GLYPHS[props.id];
  if (node === undefined) return null;
  const size = props.size ?? 18;
  return (
    <svg class="glyph" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {node.map(([element, attributes]) => h(element, attributes as Record<string, string>))}
    </svg>
  );
}
