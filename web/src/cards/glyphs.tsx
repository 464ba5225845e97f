// Glyphs of cards by their ids, from an open set of line icons; a glyph that is not known shows nothing beside its label.

import {
  ArrowLeftRight, ArrowUp, BicepsFlexed, Bomb, BowArrow, Castle, ChevronsUp, Circle, Coins, Copy, CornerUpRight, Crosshair, Crown, Dices, Droplet, Eye, Flag, Flame, Footprints, Gem, Hand, Heart, Hexagon, Hourglass,
  Megaphone, Move, Package, Plus, Ruler, Scroll, Shield, Ship, Skull, Sparkles, Star, Sword, Swords, Target, TowerControl, TrendingUp, Trophy, Users, Wind, Zap,
  type IconNode,
} from "lucide";
import { h } from "preact";

const GLYPHS: Record<string, IconNode> = {
  ability: Sparkles,
  accuracy: Crosshair,
  action: Zap,
  armor: Shield,
  armour: Shield,
  attack: Swords,
  block: Shield,
  "bonus-action": Plus,
  bow: BowArrow,
  castle: Castle,
  charge: ChevronsUp,
  copies: Copy,
  cost: Coins,
  crown: Crown,
  damage: Flame,
  defend: Shield,
  defense: Shield,
  dice: Dices,
  die: Dices,
  enhancement: Plus,
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
  "melee-attack": Swords,
  melee: Swords,
  morale: Flag,
  "mortal-strike": Skull,
  move: Footprints,
  movement: Footprints,
  order: Megaphone,
  power: Crown,
  rally: Megaphone,
  range: Ruler,
  "ranged-attack": BowArrow,
  ranged: BowArrow,
  rank: TrendingUp,
  ranks: Users,
  reform: Move,
  rune: Gem,
  scroll: Scroll,
  shift: ArrowLeftRight,
  ship: Ship,
  short: BowArrow,
  siege: Bomb,
  skill: Sparkles,
  skull: Skull,
  speed: Footprints,
  stable: Gem,
  star: Star,
  strength: BicepsFlexed,
  supply: Package,
  surge: Zap,
  sword: Sword,
  tower: TowerControl,
  trays: Users,
  turn: CornerUpRight,
  "turning-charge": ChevronsUp,
  valor: Star,
  "victory-point": Trophy,
  view: Eye,
  wheel: CornerUpRight,
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
