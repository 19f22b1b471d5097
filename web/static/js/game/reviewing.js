/** Loads review and retry when they are first needed, and tells them the news. */

import { hear } from "./play.js";
import { on, state } from "./store.js";

/** The functions of review.js. */
export const reviewing = () => import("./review.js");

/** Follow the news of reviews and the viewer's answer to a retry. */
export function startReviewing() {
  hear("review", async (news) => (await reviewing()).takeReview(news));
  on(["game"], async () => state.retry !== null && (await reviewing()).endRetry());
}
