import type { z } from "zod";
import type { ServiceError } from "@/lib/core/errors";
import type { EventFeed, StreamedFile } from "@/lib/core/http/streamed-responses";
import type { PageWords } from "@/lib/core/pages/page-words";
import type { PlainPage } from "@/lib/core/pages/render-page";

/** A successful response, for the API reference and for what `run` returns. */
type Success<Schema extends z.ZodType> = {
  status: 200 | 201;
  description: string;
  schema: Schema;
  /** The response has an ETag. */
  etag?: boolean;
  /** Of a PUT that also creates: describes the response when it does, which is a 201. */
  created?: string;
};

/** One JSON value. */
export type Json<Schema extends z.ZodType = z.ZodType> = Success<Schema> & { kind: "json" };

/** A file: JSON or CSV. */
export type File<Schema extends z.ZodType = z.ZodType> = Success<Schema> & {
  kind: "file";
  /** The JSON is one value in each line. */
  lines?: boolean;
};

/** Server-sent events until the caller leaves. */
export type Events<Schema extends z.ZodType = z.ZodType> = Success<Schema> & { kind: "events" };

/** How the result of an operation of the API reaches its caller. */
export type ApiReturns = Json | File | Events;

/** What a browser shows after a form, without JavaScript. The body of the operation is the form. */
export type Page<Notice extends string = string> = {
  kind: "page";
  /** The path of the page that has the form, with `{name}` for path parameters. */
  on: `/${string}`;
  /** The page that shows an error. */
  failure(t: PageWords["t"], formPath: string): Pick<PlainPage, "title" | "link">;
  /** The query and fragment with which the form's page shows a notice. */
  show?(notice: Notice): string;
  /** The notice for a form with invalid values; without it, they are an error. */
  invalid?: Notice;
  /** The notice for an error; null for one that has a page. */
  noticeOf?(error: ServiceError): Notice | null;
};

/** A value for our own pages, which need no route to it. */
export type Value<T = unknown> = { kind: "value"; type?: T };

/** How the result of an operation reaches its caller. */
export type Returns = ApiReturns | Page | Value;

export type Result<R extends Returns> = R extends {
  kind: "json";
  schema: infer Schema extends z.ZodType;
}
  ? JsonResult<Schema>
  : R extends { kind: "file" }
    ? StreamedFile
    : R extends Page<infer Notice>
      ? Destination<Notice>
      : R extends Value<infer T>
        ? T
        : EventFeed;

/** A JSON value before its schema validates it. */
export type JsonResult<Schema extends z.ZodType> = {
  body: z.input<Schema>;
  headers?: Record<string, string>;
  /** Whether a PUT created what it names. */
  isNew?: boolean;
};

/** Where a form leads: back to its page with a notice or a query, to another path, or to a page of its own. */
export type Destination<Notice extends string = string> = (
  | { notice: Notice }
  | { back: string }
  | { to: string; status?: 302 }
  | { page: (t: PageWords["t"]) => PlainPage }
) & { cookies?: readonly string[] };

/** The operation returns a JSON value. */
export function json<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  options: Pick<Json, "etag" | "created"> & { status?: 201 } = {},
): Json<Schema> {
  return { kind: "json", status: 200, description, schema, ...options };
}

/** The operation returns a file of JSON or CSV. */
export function file<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  options: Pick<File, "lines"> = {},
): File<Schema> {
  return { kind: "file", status: 200, description, schema, ...options };
}

/** The operation returns server-sent events until its caller leaves. */
export function events<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
): Events<Schema> {
  return { kind: "events", status: 200, description, schema };
}

/** The operation is a form and returns where the browser goes. */
export function page<Notice extends string = never>(
  definition: Omit<Page<Notice>, "kind">,
): Page<Notice> {
  return { kind: "page", ...definition };
}

/** The form's page shows a notice. A function, because its type remains that of the text. */
export function notice<Notice extends string>(text: Notice): { notice: Notice } {
  return { notice: text };
}

/** The operation returns a value to the page that performs it. */
export function value<T>(): Value<T> {
  return { kind: "value" };
}
