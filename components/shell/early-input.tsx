import { headers } from "next/headers";
import { keepEarlyInput } from "./keep-early-input";

/** An inline script, so that no click or keystroke is lost before the page's own scripts run. */
export async function EarlyInput() {
  const policy = (await headers()).get("content-security-policy");
  const nonce = policy?.match(/'nonce-([^']+)'/)?.[1];
  return <script nonce={nonce}>{`(${keepEarlyInput.toString()})()`}</script>;
}
