/** Of several tabs, one has the games: two that write them would undo each other's changes. */

const LOCK = "pente.board"; // of all pages of the host
const PATIENCE_MS = 300; // a tab that is being reloaded still has the lock for a moment
const TAKEN = "board.taken";
const channel = globalThis.BroadcastChannel && new BroadcastChannel(LOCK);

/**
 * Wait until no other tab has the games; from then on this one has them until it closes.
 * @param {(taken: boolean) => any} elsewhere  called if another one has them; whether it took them from here
 */
export function alone(elsewhere) {
  if (!navigator.locks) return Promise.resolve();
  const timer = setTimeout(() => elsewhere(sessionStorage.getItem(TAKEN) !== null), PATIENCE_MS);
  return new Promise((granted) => {
    const take = () => {
      clearTimeout(timer);
      sessionStorage.removeItem(TAKEN);
      granted(null);
      return new Promise(() => null);
    };
    navigator.locks.request(LOCK, take).catch(take); // refused together with storage: nothing is shared
  });
}

/** Ask the other tab for the games. */
export const ask = () => channel?.postMessage("give");

/** Give the games to a tab that asks for them. @param {() => Promise<any>} save */
export function giveWhenAsked(save) {
  if (!channel) return;
  channel.onmessage = async () => {
    await save();
    sessionStorage.setItem(TAKEN, "1");
    location.reload(); // and wait for the lock as any other tab
  };
}
