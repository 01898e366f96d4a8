import type { z } from "zod";
import type { EventFeed } from "@/lib/core/http/event-stream";
import type { StreamedFile } from "@/lib/core/http/streamed-file";

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

/** How the result of an operation reaches its caller. */
export type Returns = Json | File | Events;

/** What `run` returns. */
export type Result<R extends Returns> = R extends {
  kind: "json";
  schema: infer Schema extends z.ZodType;
}
  ? JsonResult<Schema>
  : R extends { kind: "file" }
    ? StreamedFile
    : EventFeed;

/** A JSON value before its schema validates it. */
export type JsonResult<Schema extends z.ZodType> = {
  body: z.input<Schema>;
  headers?: Record<string, string>;
  /** Whether a PUT created what it names. */
  isNew?: boolean;
};

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
