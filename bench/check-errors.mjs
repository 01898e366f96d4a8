import { load } from "./load.mjs";

const AT_ONCE = 8;

/**
 * Speed only counts if the server rejects what it must. Redeems codes with a wrong secret, concurrently on several
 * connections, and a second time.
 *
 * @param {import("./run.mjs").Target} target
 * @returns {Promise<string[]>} What was not rejected correctly; empty if all was.
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
  if (!isDenial(strange)) wrong.push(`the response to a wrong secret was ${strange}`);
  const redeemed = together.filter((status) => status === 200).length;
  if (redeemed > 1 || (redeemed === 0 && !target.mayFailAll)) {
    wrong.push(`${AT_ONCE} concurrent redemptions of one code returned ${together}`);
  }
  if (!isDenial(replay)) wrong.push(`the response to a used code was ${replay}`);
  return wrong;
}

function isDenial(status) {
  return status >= 400 && status < 500;
}
