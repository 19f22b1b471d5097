/**
 * One stream of events for any number of tabs. It is opened anew when the tabs or their games change;
 * the server moves the pending events to the new stream. A lost stream is opened again. Each stream
 * begins with the versions of the games, so a tab sees whether it missed something.
 */

const RETRY_MS = 2000;
const KINDS = ["game", "analysis", "review", "presence"];

export class Stream {
  /**
   * @param {string|null} token
   * @param {(tab: string, kind: string, news?: any) => any} deliver  receives all events
   */
  constructor(token, deliver, connect = (/** @type {any} */ query) => new EventSource(`/api/events?${query}`)) {
    this.connect = connect;
    this.token = token;
    this.deliver = deliver;
    /** @type {[string, string, string][]} */
    this.tabs = [];
    /** @type {EventSource[]} */
    this.sources = []; // the newest last
    this.told = new Set(); // that have got their "open" event
    this.timer = 0;
  }

  /** Listen for these tabs from now on. @param {[string, string, string][]} tabs  game, tab and the secret of its seat or "" */
  follow(tabs) {
    if (String(tabs) === String(this.tabs)) return;
    this.tabs = tabs;
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    if (!this.tabs.length) return this.close();
    const query = new URLSearchParams(this.tabs.flatMap(([game, tab, seat]) => [["game", game], ["tab", tab], ["seat", seat]]));
    if (this.token) query.append("token", this.token);
    const source = this.connect(query);
    const isNewest = () => source === this.sources.at(-1);
    this.sources.push(source);
    source.onopen = () => isNewest() && this.opened();
    source.onerror = () => {
      const wanted = isNewest(); // the server ends a stream that another has replaced
      this.drop(source);
      if (!this.sources.length) for (const [, tab] of this.tabs) this.deliver(tab, "lost");
      if (wanted) this.timer = setTimeout(() => this.open(), RETRY_MS);
    };
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => this.spread(kind, JSON.parse(event.data)));
    }
  }

  /** The newest stream has replaced the others: tell the tabs that are new in it. */
  opened() {
    for (const older of this.sources.slice(0, -1)) this.drop(older);
    const fresh = this.tabs.filter((tab) => !this.told.has(String(tab)));
    this.told = new Set(this.tabs.map(String));
    for (const [, tab] of fresh) this.deliver(tab, "open");
  }

  /** @param {EventSource} source */
  drop(source) {
    source.close();
    this.sources = this.sources.filter((one) => one !== source);
    if (!this.sources.length) this.told.clear();
  }

  close() {
    for (const source of this.sources) this.drop(source);
  }

  /**
   * Deliver an event to the tabs of its game; an analysis only to the tab that requested it.
   * @param {string} kind
   * @param {any} news
   */
  spread(kind, news) {
    const about = news.game ?? news.id;
    for (const [game, tab] of this.tabs) {
      if (game === about && (news.tab ?? tab) === tab) this.deliver(tab, kind, news);
    }
  }
}
