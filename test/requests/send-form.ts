import { handleOperation } from "@/lib/api/handle-operation";
import { env } from "@/lib/core/env/env";
import type { RoutedOperation } from "@/lib/operation/operation";
import type { MintedUser } from "@/test/factories/mint";

type FormCall = {
  params?: Record<string, string | number>;
  /** The signed-in person, or null for no one. */
  as?: MintedUser | null;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
};

/** Sends a form as one of our pages does. */
export function sendForm(form: RoutedOperation, call: FormCall = {}): Promise<Response> {
  const { params = {}, as, fields, headers } = call;
  const path = form.path.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? ""));
  return handleOperation(form)(
    new Request(env().baseUrl + path, {
      method: "POST",
      headers: { origin: env().baseUrl, ...(as && { cookie: as.cookie }), ...headers },
      body: new URLSearchParams(fields),
    }),
  );
}

/** Where a response leads. */
export const locationOf = (response: Response): string | null => response.headers.get("location");
