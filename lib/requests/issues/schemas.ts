import { z } from "zod";
import { checkNames } from "@/lib/core/diagnosis/check-values";
import { integer, text, textOrNull } from "@/lib/core/schemas/described";
import { clientIdSchema } from "@/lib/core/schemas/id-schema";
import { cursorListSchema, cursorQuery } from "@/lib/core/schemas/page-schemas";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { ISSUE_DAYS, issueStates } from "@/lib/requests/issues/values";
import { fixSchema } from "@/lib/requests/log/schemas";

const stateSchema = z.enum(issueStates, `must be ${issueStates.join(" or ")}`);

const resolution = {
  resolved_at: timestamp(
    "When it was last resolved; null if it never was. An issue that is open again keeps it.",
  ).nullable(),
  resolved_by: textOrNull(
    "The name of the person who resolved it; null if it was not a person.",
    "Nia Mensah",
  ),
};

/** Denials of one client for one cause. */
export const issueSchema = z
  .looseObject({
    client: z
      .looseObject({
        id: text("Its id.", "6740f1c2a9d34e0b7c51f1ab"),
        name: text("Its name.", "Shipfast"),
      })
      .meta({ id: "IssueClient", description: "The client that was denied." }),
    check: text("The cause: the stable name of the check that failed.", "client_secret"),
    state: stateSchema.meta({
      description: "`open` if a request was denied for this cause after it was last resolved.",
      example: "open",
    }),
    count: integer(`How many requests were denied in the last ${ISSUE_DAYS} days.`, 14),
    days: z.array(z.int()).meta({
      description: `The same for each of these days (UTC), today last.`,
      example: [0, 5, 9],
    }),
    recent: integer("How many of them in the last 24 hours.", 9),
    recent_before: integer("How many in the 24 hours before those.", 5),
    first_at: timestamp("When the first one on record was denied."),
    last_at: timestamp("When the last one was denied."),
    request_id: textOrNull(
      "The id of the last one; null if it has no entry.",
      "6740f1c2a9d34e0b7c51f300",
    ),
    fix: fixSchema.nullable().meta({ description: "The likely fix of the last one." }),
    ...resolution,
  })
  .meta({ id: "Issue" });

export type Issue = z.output<typeof issueSchema>;

export const issueListSchema = cursorListSchema("IssueList", issueSchema);
export type IssueList = z.output<typeof issueListSchema>;

export const listIssuesQuerySchema = z.object({
  ...cursorQuery,
  state: stateSchema.optional().meta({ description: "Only issues in this state." }),
  client_id: clientIdSchema.optional().meta({ description: "Only issues of this client." }),
});

export const issueInPath = {
  check: z
    .enum(checkNames, "must be the name of a check")
    .meta({ description: "The cause: the name of the check.", example: "client_secret" }),
};

/** What a member decides about an issue. */
export const issueInputSchema = z
  .strictObject({ state: stateSchema.meta({ description: "The new state.", example: "resolved" }) })
  .meta({ id: "IssueInput" });

export const issueResolutionSchema = z
  .looseObject({ check: issueInPath.check, ...resolution })
  .meta({ id: "IssueResolution" });
