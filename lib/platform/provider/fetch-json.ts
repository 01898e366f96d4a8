import { ProviderFailure } from "@/lib/platform/provider/provider-failure";

/** How long the provider may take for one response, in milliseconds. */
export const PROVIDER_DEADLINE_MS = 3_000;

// Discovery documents and key sets have a few kilobytes.
const MAX_BYTES = 512 * 1024;

/**
 * Reads a JSON document of the provider, within the deadline and without following redirects.
 * @throws ProviderFailure provider_slow, provider_down or provider_answer
 */
export async function fetchJson(address: string): Promise<unknown> {
  const response = await fetchText(address);
  try {
    return JSON.parse(response);
  } catch {
    throw new ProviderFailure("provider_answer", `${address} returned something other than JSON`);
  }
}

async function fetchText(address: string): Promise<string> {
  const signal = AbortSignal.timeout(PROVIDER_DEADLINE_MS);
  try {
    const response = await fetch(address, {
      headers: { accept: "application/json" },
      redirect: "manual",
      signal,
    });
    if (response.status >= 500) {
      throw new ProviderFailure("provider_down", `${address} returned ${response.status}`);
    }
    if (!response.ok) {
      throw new ProviderFailure("provider_answer", `${address} returned ${response.status}`);
    }
    return await readText(response, address);
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    if (signal.aborted) {
      const message = `${address} did not respond within ${PROVIDER_DEADLINE_MS} ms`;
      throw new ProviderFailure("provider_slow", message);
    }
    throw new ProviderFailure("provider_down", `${address} cannot be reached: ${reasonOf(error)}`);
  }
}

async function readText(response: Response, address: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) {
      throw new ProviderFailure(
        "provider_answer",
        `${address} returned more than ${MAX_BYTES} bytes`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The reason why a connection failed; fetch keeps it in the cause of its error. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  return cause instanceof Error ? cause.message : String(error);
}
