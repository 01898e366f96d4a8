import { z } from "zod";
import { integer, text, textOrNull } from "@/lib/core/schemas/described";
import { timestamp } from "@/lib/core/schemas/timestamp-schema";
import { requestFiguresSchema } from "@/lib/requests/log/schemas";

const count = (description: string, example = 0) => z.int().meta({ description, example });

const seenSecretSchema = z
  .looseObject({
    client_id: text("The service key.", "6740f1c2a9d34e0b7c51f2a1"),
    name: text("What the key is for.", "Seller panel"),
    last_four: text("Its last four characters.", "x7Qd"),
    ends_at: timestamp("When the secret ends."),
  })
  .meta({ id: "SecretOfFormerOperator" });

const attentionSchema = z
  .looseObject({
    listing_requests: count("Extensions that wait for a review.", 1),
    scope_approvals: count("Restricted scopes that an extension waits for.", 2),
    late_deliveries: count(
      "Minutes that the oldest call to an extension has been due, if they are more than five; otherwise 0.",
    ),
    abandoned_deliveries: count("Calls to extensions that were given up in the last seven days."),
    failing_deliveries: count("Calls to extensions that failed and are repeated.", 3),
    suspended_clients: count("Suspended extensions."),
    suspended_companies: count("Suspended companies."),
    suspended_organizations: count("Suspended organizations."),
    unverified_publishers: count(
      "Organizations that are not verified and whose extensions others have installed.",
    ),
    look_alike_names: count(
      "Where listings are reviewed: listed extensions whose name looks like another's, such as imported ones.",
    ),
    outdated_rules: count("1 if the gate's rules file cannot be used; see `health.gate.problem`."),
    clock_difference: count(
      "Seconds between the clocks of the database and of the machine that responds, if they are more than 30; otherwise 0.",
    ),
    failed_gate_checks: count("Checks in the last hour whose proxy sent no valid gate key."),
    ending_service_keys: count(
      "Service keys of which a backend or proxy has used a secret in the last 90 minutes that ends.",
    ),
    rising_denials: count(
      "Requests denied in the last 24 hours, if there were at least 20 and twice those of the 24 hours before; otherwise 0.",
      104,
    ),
  })
  .meta({ id: "PlatformAttention" });

const installsSchema = z
  .looseObject({
    total: count("Grants in force.", 512),
    added: count("Of these, those that were first granted in the window.", 14),
    removed: count("Grants removed in the window.", 2),
  })
  .meta({ id: "PlatformInstalls" });

const healthSchema = z
  .looseObject({
    database: z.looseObject({
      latency_ms: z.number().meta({ description: "Of a trivial query.", example: 0.8 }),
      size_bytes: integer("Of the whole database.", 73_400_320),
    }),
    deliveries: z.looseObject({
      waiting: count("Calls to extensions that are due now or later.", 1),
      overdue_since: timestamp(
        "Since when a call has been due; null unless it is more than two minutes.",
      ).nullable(),
    }),
    clean_up: z.looseObject({
      behind_since: timestamp(
        "When expired rows were last deleted and the partitions of days last kept up, if that is more than two hours ago; null otherwise.",
      ).nullable(),
    }),
    gate: z
      .looseObject({
        rules: count("Rules in force.", 12),
        problem: textOrNull(
          "Why the rules file cannot be used, so that older rules stay in force; null if it can.",
          null,
        ),
        problem_since: timestamp("Since when it cannot be used.").nullable(),
        allowed: count("Calls of extensions that were allowed in the last 24 hours.", 1_204_512),
        denied: count("Calls of extensions that were denied in the last 24 hours.", 317),
      })
      .meta({ description: "The rules are those of the process that responds." }),
  })
  .meta({ id: "PlatformHealth" });

export const platformOverviewSchema = z
  .looseObject({
    attention: attentionSchema.meta({ description: "What needs an operator's attention." }),
    secrets_of_former_operators: z.array(seenSecretSchema).meta({
      description:
        "Live secrets of service keys that a former operator has seen, at most 20, those first that end first.",
    }),
    installs: installsSchema.meta({ description: "Where extensions are installed." }),
    figures: requestFiguresSchema.meta({ description: "The requests of all extensions." }),
    health: healthSchema.meta({ description: "Of the database and the background jobs." }),
  })
  .meta({ id: "PlatformOverview" });

export type PlatformOverview = z.output<typeof platformOverviewSchema>;
