/** The connection was lost, or the service restarts: another try may help. */
class Lost extends Error {}

/**
 * Another try does not help with any 4xx but 429 (too many requests). Usual are 401 (bad token), 403 (the token may
 * not play) and 404 (not an attempt of its player).
 */
const isFinal = (status) => status >= 400 && status < 500 && status !== 429;

const lost = () => {
  throw new Lost();
};

/**
 * A game of sealed play over a socket. It continues after a lost connection, a lost answer, or a move on another
 * device.
 */
export class Game {
  /** `choose(view)` returns the next move, or null to stop. `token` must allow `play`. */
  constructor(site, token, attempt, choose) {
    Object.assign(this, { site, token, attempt, choose, waiting: null, pause: 500 });
  }

  /** Play to the end, and return the last view. Throws the reason if the game cannot go on. */
  async run() {
    if (!globalThis.WebSocket) throw new Error('There is no WebSocket here: a browser has it, and Node 22 or newer.');
    for (;;) {
      try {
        return await this.connection();
      } catch (error) {
        if (!(error instanceof Lost)) throw error;
      }
      await new Promise((done) => setTimeout(done, this.pause * (0.5 + Math.random())));
      this.pause = Math.min(2 * this.pause, 30_000);
    }
  }

  /** Play over one connection, and return the last view. Throws Lost if the connection is lost before the end. */
  async connection() {
    const ticket = await this.ticket();
    const socket = new WebSocket(`${this.site.replace(/^http/, 'ws')}/ws/v1/attempts/${this.attempt}?ticket=${ticket}`);
    return new Promise((done, fail) => {
      socket.onclose = ({ code, reason }) => {
        // The close code of a refused socket is 4000 plus the status. 4401 may only mean that the ticket was too old.
        fail(isFinal(code - 4000) && code !== 4401 ? new Error(`${code}: ${reason}`) : new Lost());
      };
      socket.onmessage = ({ data }) => {
        try {
          const last = this.hear(socket, JSON.parse(data));
          if (!last) return;
          done(last);
        } catch (error) {
          fail(error);
        }
        socket.close();
      };
    });
  }

  /** Answer a message with the next move. Returns the last view if there is no next move. */
  hear(socket, { type, code, detail, view, state, retry_after }) {
    if (type !== 'view' && type !== 'error') return; // `alive`, or a message unknown to this program
    if (code === 'rate_limited') return void setTimeout(() => this.say(socket), 1000 * retry_after);
    if (code === 'unavailable') return socket.close();
    if (!view) throw new Error(`${code}: ${detail}`);
    this.pause = 500; // the server answers again
    const refused = type === 'error' ? this.waiting : null;
    // The view shows the current table, whatever happened to the last move.
    if (refused || view.ply !== this.waiting?.ply) this.waiting = null;
    const over = view.finished || (state && state !== 'running') || code === 'attempt_finished';
    const move = over ? null : (this.waiting?.move ?? this.choose(view));
    if (move === null) return view;
    if (refused?.ply === view.ply && refused.move === move) throw new Error(`${code}: ${detail}`); // never send it again
    this.waiting = { ply: view.ply, move };
    this.say(socket);
  }

  /** Send the waiting move. It may be sent twice, because the ply tells the server which move it is. */
  say(socket) {
    if (this.waiting && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(this.waiting));
  }

  async ticket() {
    const address = new URL(`${this.site}/api/v1/tickets`);
    const headers = { Authorization: `Bearer ${this.token}` };
    const answer = await fetch(address, { method: 'POST', headers }).catch(lost);
    const told = await answer.text().catch(lost);
    if (isFinal(answer.status)) throw new Error(`${answer.status}: ${JSON.parse(told).detail}`);
    if (!answer.ok) throw new Lost();
    return JSON.parse(told).ticket;
  }
}
