/** What asking again would not change: 401 is a bad token, 403 one that may not play, 404 no attempt of its player's. */
class Refused extends Error {}

const isFinal = (status) => status >= 400 && status < 500 && status !== 429;

/** A game of sealed play over a socket: it survives lost connections, lost answers and moves of another device. */
export class Game {
  /** `choose(view)` gives the next move, or null to stop; `token` allows `play`. */
  constructor(site, token, attempt, choose) {
    Object.assign(this, { site, token, attempt, choose, waiting: null, pause: 500 });
  }

  /** Play to the end; gives the last view, or throws why the server lets it play no more. */
  async run() {
    for (;;) {
      const ended = await this.connection().catch((error) => {
        if (error instanceof Refused) throw error;
        return null;
      });
      if (ended) return ended;
      await new Promise((done) => setTimeout(done, this.pause * (0.5 + Math.random())));
      this.pause = Math.min(2 * this.pause, 30_000);
    }
  }

  /** One connection: gives the last view, or null if the connection was lost before the end. */
  async connection() {
    const ticket = await this.ticket();
    const socket = new WebSocket(`${this.site.replace(/^http/, 'ws')}/ws/v1/attempts/${this.attempt}?ticket=${ticket}`);
    return new Promise((done, fail) => {
      socket.onclose = ({ code, reason }) => {
        // A socket is closed with 4000 and the status. 4401 may be a ticket that came too late: the next will tell.
        if (isFinal(code - 4000) && code !== 4401) fail(new Refused(`${code}: ${reason}`));
        else done(null);
      };
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.code === 'rate_limited') return setTimeout(() => this.say(socket), 1000);
        this.pause = 500; // the server is there
        const { view, state } = message;
        if (!view) return socket.close();
        // Whatever happened to the last move, the view says how things stand now.
        if (this.waiting && view.ply !== this.waiting.ply) this.waiting = null;
        if (message.type === 'error' && this.waiting) this.waiting = null;
        const over = view.finished || (state && state !== 'running') || message.code === 'attempt_finished';
        const move = over ? null : (this.waiting?.move ?? this.choose(view));
        if (move === null) {
          socket.onclose = null;
          socket.close();
          return done(view);
        }
        this.waiting = { ply: view.ply, move };
        this.say(socket);
      };
    });
  }

  /** Say the waiting move; it may be said again, as its ply tells the server which move it is. */
  say(socket) {
    if (this.waiting && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(this.waiting));
  }

  async ticket() {
    const headers = { Authorization: `Bearer ${this.token}` };
    const answer = await fetch(`${this.site}/api/v1/tickets`, { method: 'POST', headers });
    if (isFinal(answer.status)) throw new Refused(`${answer.status}: ${(await answer.json()).detail}`);
    if (!answer.ok) throw new Error(`no ticket: ${answer.status}`);
    return (await answer.json()).ticket;
  }
}
