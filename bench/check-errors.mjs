import { load } from "./load.mjs";

const AT_ONCE = 8;

/**
 * Speed counts only for a server that refuses what it must. Redeems codes with a wrong secret, at
 * once on several connections, and a second time.
 *
 * @param {import("./run.mjs").Target} target
 * @returns {Promise<string[]>} What was not refused as it must be; empty if all was.
 */
export async function checkErrors(target) {
  const [one, two] = await target.seed("exchange", 2);
  const statuses = async (request, times) => {
    const { answers } = await load(target.origin, Array(times).fill(request), times);
    return answers.map(({ status }) => status);
  };
  const stranger = target.request("exchange", { ...one, secret: two.token }, "");
  const [strange] = await statuses(stranger, 1);
  const request = target.request("exchange", two, "");
  const together = await statuses(request, AT_ONCE);
  const [replay] = await statuses(request, 1);
  const wrong = [];
  if (!isRefusal(strange)) wrong.push(`a wrong secret was answered with ${strange}`);
  if (together.filter((status) => status === 200).length !== 1) {
    wrong.push(`${AT_ONCE} redemptions of one code at once were answered with ${together}`);
  }
  if (!isRefusal(replay)) wrong.push(`a spent code was answered with ${replay}`);
  return wrong;
}

function isRefusal(status) {
  return status >= 400 && status < 500;
}
