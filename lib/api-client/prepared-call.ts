import type { Contract } from "@/lib/http/contract";

/** What goes out with a request, beyond what its contract fixes. */
export type Outgoing = {
  params: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  /** The version that the change was made for; a newer one makes it fail with 412. */
  version?: number;
};

/** A call of the management API, ready to be sent or to be shown. */
export type PreparedCall<C extends Contract = Contract> = { contract: C; outgoing: Outgoing };

/** A call as HTTP has it; what is sent and what is shown are made from the same. */
export function requestOf({ contract, outgoing }: PreparedCall): {
  method: Contract["method"];
  address: string;
  headers: Record<string, string>;
  body: string | null;
} {
  const { body, version } = outgoing;
  return {
    method: contract.method,
    address: addressOf(contract.path, outgoing),
    headers: {
      accept: "application/json",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(version !== undefined && { "if-match": `"${version}"` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  };
}

function addressOf(path: string, { params, query = {} }: Outgoing): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
