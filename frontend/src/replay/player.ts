/** The state of a replay, as of a video player: the move that is shown, whether the replay is playing, and how fast. */

export const SPEEDS = [0.5, 1, 2, 4] as const;
type ReplaySpeed = (typeof SPEEDS)[number];

const MOVE_MS = 900;

export interface ReplayPlayer {
  /** The number of moves made: 0 is the opening. */
  ply: number;
  /** The number of moves in the longest recording. */
  last: number;
  playing: boolean;
  speed: ReplaySpeed;
  /** False if the last change was one move forward; true after any other change. */
  jumped: boolean;
}

/** The state at `ply` of a replay whose recordings have these numbers of moves. */
export function playerOf(lengths: number[], ply = 0): ReplayPlayer {
  return jump({ ply: 0, last: Math.max(0, ...lengths), playing: false, speed: 1, jumped: true }, ply);
}

/** Go to a move, or to the nearest one that exists, and stop there. */
export function jump(player: ReplayPlayer, ply: number): ReplayPlayer {
  const reached = Math.min(Math.max(0, ply), player.last);
  return { ...player, ply: reached, playing: false, jumped: reached !== player.ply + 1 };
}

/** Start playing, from the beginning if the player is at the end; or stop playing. */
export function toggle(player: ReplayPlayer): ReplayPlayer {
  if (player.playing || player.last === 0) return { ...player, playing: false };
  return { ...(player.ply === player.last ? jump(player, 0) : player), playing: true };
}

/** The state one move further, if the replay is playing; otherwise unchanged. After the last move the replay stops. */
export function tick(player: ReplayPlayer): ReplayPlayer {
  if (!player.playing) return player;
  const next = jump(player, player.ply + 1);
  return { ...next, playing: next.ply < next.last };
}

/** How many milliseconds each move is shown while the replay is playing. */
export function moveMs(player: ReplayPlayer): number {
  return MOVE_MS / player.speed;
}

/** The ply that is shown of a recording with `length` moves. A shorter recording stays at its end. */
export function plyIn(player: ReplayPlayer, length: number): number {
  return Math.min(player.ply, length);
}
