/**
 * One stream of events for any number of tabs. It is opened anew when the tabs or their games change;
 * the server moves the pending events to the new stream. A lost stream is opened again. Each stream
 * begins with the current state of the games, so nothing is missed.
 */

const RETRY_MS = 2000;
const KINDS = ["game", "clock", "analysis", "review"];

export class Stream {
  /** `deliver(tab, kind, news)` receives all events. */
  constructor(token, deliver) {
    this.token = token;
    this.deliver = deliver;
    this.seats = [];
    this.sources = []; // the newest last
    this.told = new Set(); // the pairs of tab and game that have got their "open" event
    this.timer = 0;
  }

  /** Listen for these tabs from now on. @param {[string, string][]} seats  pairs of game and tab */
  follow(seats) {
    if (String(seats) === String(this.seats)) return;
    this.seats = seats;
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    if (!this.seats.length) return this.close();
    const query = new URLSearchParams(this.seats.flatMap(([game, tab]) => [["game", game], ["tab", tab]]));
    if (this.token) query.append("token", this.token);
    const source = new EventSource(`/api/events?${query}`);
    const isNewest = () => source === this.sources.at(-1);
    this.sources.push(source);
    source.onopen = () => isNewest() && this.opened();
    source.onerror = () => {
      const wanted = isNewest(); // the server ends a stream that another has replaced
      this.drop(source);
      if (wanted) this.timer = setTimeout(() => this.open(), RETRY_MS);
    };
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => this.spread(kind, JSON.parse(event.data)));
    }
  }

  /** The newest stream has replaced the others: tell the tabs that are new in it. */
  opened() {
    for (const older of this.sources.slice(0, -1)) this.drop(older);
    const fresh = this.seats.filter((seat) => !this.told.has(String(seat)));
    this.told = new Set(this.seats.map(String));
    for (const [, tab] of fresh) this.deliver(tab, "open");
  }

  drop(source) {
    source.close();
    this.sources = this.sources.filter((one) => one !== source);
    if (!this.sources.length) this.told.clear();
  }

  close() {
    for (const source of this.sources) this.drop(source);
  }

  /** Deliver an event to the tabs of its game; an analysis to the one tab that asked for it. */
  spread(kind, news) {
    const about = news.game ?? news.id;
    for (const [game, tab] of this.seats) {
      if (game === about && (news.tab ?? tab) === tab) this.deliver(tab, kind, news);
    }
  }
}
