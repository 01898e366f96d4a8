import { z } from "zod";
import { locales } from "@/lib/core/i18n/locales";
import { plainIssue } from "@/lib/core/schemas/plain-issue";
import { foldSegment, normalizePath } from "@/lib/gate/paths/normalize-path";
import type { GateRule, RuleAction } from "@/lib/gate/rules/rule";
import { isScopeName, MAX_SCOPE_LENGTH } from "@/lib/protocol/scopes/scope-name";

/** Why a rules file cannot be used, in words for its author. */
export class RulesError extends Error {
  override readonly name = "RulesError";
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Reads the content of a rules file. @throws RulesError naming the rule and the error */
export function parseRules(bytes: Uint8Array): readonly GateRule[] {
  const parsed = rulesFileSchema.safeParse(parseJson(bytes), { error: plainIssue });
  if (!parsed.success) throw new RulesError(problemsOf(parsed.error.issues));
  const { rules } = parsed.data;
  const conflict = findConflict(rules);
  if (conflict) throw new RulesError(conflict);
  return rules;
}

function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw new RulesError("The file is empty.");
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RulesError(`The file is not valid JSON: ${reason}`, { cause });
  }
}

const MAX_SHOWN = 10;

function problemsOf(issues: readonly z.core.$ZodIssue[]): string {
  const lines = issues.slice(0, MAX_SHOWN).map(problemOf);
  const more = issues.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more problems`] : [])].join("; ");
}

function problemOf(issue: z.core.$ZodIssue): string {
  const [list, index, ...field] = issue.path;
  const place =
    typeof index === "number" ? `Rule ${index + 1}` : `The file${list ? `: ${String(list)}` : ""}`;
  const name = field.length > 0 ? `: ${field.join(".")}` : "";
  if (issue.code === "unrecognized_keys") {
    return `${place}${name} has unknown keys: ${issue.keys.join(", ")}`;
  }
  return `${place}${name} ${issue.message}`;
}

/**
 * Names two rules, by their numbers from 1, that could both decide about one call: the same path and method twice, or
 * templates that match a common path although neither is more specific, such as `/a/{x}/c` and `/a/b/{y}`.
 */
function findConflict(rules: readonly GateRule[]): string | null {
  const byLength = new Map<number, { rule: GateRule; number: number; folded: Folded }[]>();
  for (const [index, rule] of rules.entries()) {
    const folded = rule.segments.map((segment) => (segment === null ? null : foldSegment(segment)));
    const sameLength = byLength.get(folded.length) ?? [];
    for (const other of sameLength) {
      const problem = contradiction(other.folded, folded);
      if (problem && other.rule.methods.some((method) => rule.methods.includes(method))) {
        const paths = `${other.rule.path} and ${rule.path}`;
        return `Rules ${other.number} and ${index + 1} (${paths}) contradict each other: ${problem}.`;
      }
    }
    sameLength.push({ rule, number: index + 1, folded });
    byLength.set(folded.length, sameLength);
  }
  return null;
}

type Folded = readonly (string | null)[];

function contradiction(left: Folded, right: Folded): string | null {
  let leftIsMore = false;
  let rightIsMore = false;
  for (const [at, one] of left.entries()) {
    const other = right[at] ?? null;
    if (one !== null && other !== null && one !== other) return null;
    if (one !== null && other === null) leftIsMore = true;
    if (one === null && other !== null) rightIsMore = true;
  }
  if (leftIsMore !== rightIsMore) return null;
  return leftIsMore
    ? "some paths match both, and neither is more specific"
    : "they are for the same method and path (case and a trailing slash do not count)";
}

const METHOD = /^[A-Z][A-Z-]{0,31}$/;
const PARAMETER = /^\{[A-Za-z_]\w*\}$/;
const COMPANY = "{company_id}";
/** Bounds the work of finding rules that contradict each other. */
const MAX_RULES = 5000;
const MAX_SEGMENTS = 50;

const distinct = (values: readonly string[]) => new Set(values).size === values.length;

const scopesSchema = z
  .array(
    z
      .string()
      .refine(isScopeName, `must be a scope of 1 to ${MAX_SCOPE_LENGTH} visible characters`),
  )
  .refine(distinct, "must name each scope once")
  .default([]);

const actionText = z.string().trim().min(1).max(200);
const actionTexts = z
  .partialRecord(z.enum(locales), actionText)
  .refine((texts) => Object.keys(texts).length > 0);

const ACTION = `must be a text of 1 to 200 characters, or an object of such texts by language (${locales.join(", ")})`;

const actionSchema = z
  .unknown()
  .transform((sent, context): RuleAction => {
    const parsed = z.union([actionText, actionTexts]).safeParse(sent);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: "custom", message: ACTION });
    return z.NEVER;
  })
  .optional();

const ruleSchema = z
  .strictObject({
    methods: z
      .array(z.string().regex(METHOD, "must be a method in upper case, such as GET"))
      .min(1, "must name at least one method")
      .refine(distinct, "must name each method once"),
    path: z.string(),
    all: scopesSchema,
    any: scopesSchema,
    company: z.boolean().default(false),
    action: actionSchema,
  })
  .transform(({ company, action = null, ...rule }, context): GateRule => {
    const { problem, names = [], segments = [] } = parseTemplate(rule.path);
    const noCompany =
      company && !names.includes(COMPANY)
        ? `must contain ${COMPANY}, because the rule has "company": true (it is ${rule.path})`
        : undefined;
    const message = problem ?? noCompany;
    if (message === undefined) {
      const at = company ? rule.path.split("/").indexOf(COMPANY) - 1 : null;
      return { ...rule, action, segments, companyAt: at };
    }
    context.addIssue({ code: "custom", path: ["path"], message });
    return z.NEVER;
  });

export const rulesFileSchema = z.strictObject({
  rules: z
    .array(ruleSchema)
    .min(1, "must have at least one rule")
    .max(MAX_RULES, `must have at most ${MAX_RULES} rules`),
});

type Template = { problem?: string; segments?: (string | null)[]; names?: string[] };

/** A template is a normalized path in which whole segments may be parameters. */
function parseTemplate(path: string): Template {
  if (!path.startsWith("/")) return { problem: "must start with a slash" };
  const names = path.split("/").filter((segment) => PARAMETER.test(segment));
  const example = path.replace(/\{[A-Za-z_]\w*\}(?=\/|$)/g, "x");
  const normal = normalizePath(example);
  if (example.includes("%") || "problem" in normal) {
    return {
      problem:
        "must be a path as it is matched: no query, no percent-encoding, no empty or dot segments, and each {parameter} a whole segment",
    };
  }
  if (normal.segments.length > MAX_SEGMENTS) {
    return { problem: `must have at most ${MAX_SEGMENTS} segments` };
  }
  if (!distinct(names)) return { problem: "must name each {parameter} once" };
  const ruleSegments = path.split("/").slice(1, normal.segments.length + 1);
  return {
    names,
    segments: ruleSegments.map((segment) => (PARAMETER.test(segment) ? null : segment)),
  };
}
