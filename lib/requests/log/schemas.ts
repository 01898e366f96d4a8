import { z } from "zod";
import { differencePartsSchema } from "@/lib/core/diagnosis/difference-schemas";
import { bool, integer, integerOrNull, text, textOrNull } from "@/lib/core/schemas/described";
import { cursorListSchema } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { eventKindNames } from "@/lib/protocol/events/values";
import { callerKinds, requestOutcomes } from "@/lib/requests/log/values";

const kinds = [...eventKindNames, "call"] as const;

const requestId = text("The id of the request, as in its response.", "6740f1c2a9d34e0b7c51f300");

const entryId = text(
  "The id of the entry. Unique, although callers may send a request id again.",
  "6740f1c2a9d34e0b7c51f300",
);

const callerSchema = z
  .looseObject({
    kind: z.enum(callerKinds).meta({
      description:
        "`system_user`: the extension itself, with an offline token or its own. `seller`: a person, with an online token.",
      example: "system_user",
    }),
    id: textOrNull(
      "Id of the system user, or the seller's id at the platform or, without one, here. Null if it is no longer known.",
      "6740f1c2a9d34e0b7c51f0ab",
    ),
    name: textOrNull(
      "The system user's name or the seller's. Null if it is no longer known, such as after the person was erased.",
      "shipfast",
    ),
  })
  .meta({ id: "RequestCaller" });

/** One request: of the authorization flow, or a call of a platform API. */
export const requestSchema = z
  .looseObject({
    id: entryId,
    request_id: requestId,
    created_at: timestamp("When it happened."),
    kind: z.enum(kinds).meta({ description: "The kind of request.", example: "token" }),
    outcome: z.enum(requestOutcomes).meta({
      description: "How it ended. `declined`: the seller did not consent.",
      example: "denied",
    }),
    code: textOrNull("The error code, or what was issued; null for a call.", "invalid_client"),
    check: textOrNull("Stable name of the check that failed; null if none did.", "client_secret"),
    method: text("The HTTP method.", "POST"),
    path: textOrNull(
      "The path or, for a call, its template; null if no rule of the gate matched.",
      "/service/application/catalog/v1.0/products/",
    ),
    status: integerOrNull("The HTTP status of a call; null until a proxy reports it.", 200),
    milliseconds: z.number().nullable().meta({
      description: "How long a call took; null until a proxy reports it.",
      example: 12,
    }),
    client: z
      .looseObject({
        id: text("Its id.", "6740f1c2a9d34e0b7c51f1ab"),
        name: textOrNull("Its name.", "Shipfast"),
      })
      .nullable()
      .meta({
        id: "RequestClient",
        description:
          "The client that sent the request, or whose id it contained; null if there is none.",
      }),
    company: z
      .looseObject({
        id: integer("Its id, as sent; it may not exist.", 42),
        name: textOrNull(
          "Its name. For the client's organization, null unless the company has, or had, the extension installed.",
          "Acme Retail",
        ),
        is_sandbox: bool(
          "Whether the company is a sandbox, so that no figure counts the request. False where its name is null.",
          false,
        ),
      })
      .nullable()
      .meta({ id: "RequestCompany", description: "The company that it was about." }),
    organization_id: textOrNull(
      "The organization that the request was about, as sent; it may not exist. Null for a company.",
      null,
    ),
    more: integer(
      "How many similar denials this entry also represents. They came at about the same time, from callers who did not authenticate, and have no entries of their own, or none in this list.",
      0,
    ),
    authenticated: bool(
      "Whether the caller authenticated as the client, with its secret or one of its tokens. False for every request to authorize: anyone can send a client_id there.",
    ),
    caller: callerSchema.nullable().meta({ description: "Who made a call; null for others." }),
    scope: textOrNull(
      "The scope that allowed a call; null if it needed none or was denied.",
      "company/products/read",
    ),
  })
  .meta({ id: "Request" });

export type Request = z.output<typeof requestSchema>;

export const requestListSchema = cursorListSchema("RequestList", requestSchema);
export type RequestList = z.output<typeof requestListSchema>;

/** What happened before a request, or the request itself. */
export const stepSchema = z
  .looseObject({
    at: timestamp("When it happened, or happened last."),
    kind: z.enum([...kinds, "install"]).meta({
      description: "The kind of request, or `install` for a consent.",
      example: "refresh",
    }),
    outcome: z.enum(requestOutcomes).meta({ description: "How it ended." }),
    code: textOrNull(
      "The error code, what was issued, or how the consent changed the grant.",
      "offline",
    ),
    check: textOrNull("The check that failed.", null),
    count: integer("How many equal ones in a row.", 1),
    by_person: bool("Whether a person decided it, such as an owner or admin of the company.", true),
    person: textOrNull(
      "Who that was, for operators of the platform. Null for the client's organization, and if it is no longer known.",
      "Olu Adeyemi",
    ),
    id: entryId.nullable(),
    request_id: requestId.nullable(),
  })
  .meta({ id: "RequestStep" });

/** What to do about a denial, as the API returns it. */
export const fixSchema = z
  .looseObject({
    kind: text("What to do, for programs.", "set_parameter"),
    text: text("What to do and where, for people.", "In the request, send response_type=code."),
  })
  .meta({
    id: "Fix",
    description: "The likely fix. Besides kind and text, it has the fields that its kind needs.",
  });
export type FixBody = z.output<typeof fixSchema> | null;

/** What was sent with a denied request, redacted. */
export const deniedInputSchema = z
  .looseObject({
    authentication: text(
      "How the caller authenticated: none, basic, body, bearer or several of them.",
      "basic",
    ),
    parameters: z.record(z.string(), z.string()).meta({
      description:
        "By name: the value, or its kind in square brackets. Secrets, codes and tokens are never stored.",
      example: { grant_type: "authorization_code", code: "[authorization code]" },
    }),
  })
  .meta({ id: "DeniedInput" });

/** One request with everything that is known about it. */
export const requestDetailSchema = requestSchema
  .extend({
    owner_id: textOrNull("The organization that owns the client.", "6740f1c2a9d34e0b7c51f301"),
    message: textOrNull(
      "The message in the response; null if nothing was denied.",
      "The code has expired. Exchange it within 60 seconds.",
    ),
    difference: textOrNull(
      "How the request differs from what is registered or granted.",
      "Not registered: company/orders/write; registered: company/orders/read.",
    ),
    difference_parts: differencePartsSchema,
    fix: fixSchema.nullable(),
    input: deniedInputSchema.nullable().meta({ description: "What was sent, redacted." }),
    missing_scopes: z
      .array(
        z
          .looseObject({
            name: text("The scope.", "company/products/read"),
            text: text(
              "What it allows, in the reader's language.",
              "See products and their prices.",
            ),
          })
          .meta({ id: "MissingScope" }),
      )
      .meta({ description: "The scopes of the fix that the client does not have yet." }),
    timeline: z.array(stepSchema).meta({
      description: "What happened with this client for the same company up to then, oldest first.",
    }),
  })
  .meta({ id: "RequestDetail" });
export type RequestDetail = z.output<typeof requestDetailSchema>;

const countsSchema = z
  .looseObject({
    allowed: integer("How many were not denied.", 5_692),
    issued: z.record(z.string(), z.int()).meta({
      description:
        "Of these, codes and tokens, by kind: `code`, `offline`, `online`, `client_credentials`, and `refreshed`.",
      example: { code: 12, offline: 12, refreshed: 40 },
    }),
    denied: z.record(z.string(), z.int()).meta({
      description: "How many were denied, by the check that failed.",
      example: { client_secret: 14 },
    }),
  })
  .meta({ id: "RequestCounts" });
export type RequestCounts = z.output<typeof countsSchema>;

export const requestFiguresSchema = z
  .looseObject({
    hours: integer("The length of a bar in hours.", 6),
    bars: z
      .array(
        countsSchema.extend({ start: timestamp("When it begins.") }).meta({ id: "RequestBar" }),
      )
      .meta({ description: "Oldest first; the last one is still in progress." }),
    totals: countsSchema,
    previous: countsSchema,
    median: integerOrNull("Of the newest 1,000 calls with a duration, in milliseconds.", 6),
    p95: integerOrNull("The 95th percentile of the same.", 21),
    last_call_at: timestamp(
      "When the newest call in the last 7 days began; null without one.",
    ).nullable(),
  })
  .meta({ id: "RequestFigures" });
export type RequestFigures = z.output<typeof requestFiguresSchema>;
