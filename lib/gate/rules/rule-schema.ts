import { z } from "zod";
import { locales } from "@/lib/core/i18n/locales";
import { normalizePath } from "@/lib/gate/paths/normalize-path";
import type { GateRule, RuleAction } from "@/lib/gate/rules/rule";
import { isScopeName, MAX_SCOPE_LENGTH } from "@/lib/protocol/scopes/scope-name";

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
    const parsed = parseTemplate(rule.path);
    const problem =
      "problem" in parsed ? parsed.problem : companyProblem(rule.path, parsed.names, company);
    if (problem === null && "segments" in parsed) {
      const at = company ? rule.path.split("/").indexOf(COMPANY) - 1 : null;
      return { ...rule, action, segments: parsed.segments, companyAt: at };
    }
    context.addIssue({ code: "custom", path: ["path"], message: problem ?? "is not valid" });
    return z.NEVER;
  });

/** The content of a rules file. */
export const rulesFileSchema = z.strictObject({
  rules: z
    .array(ruleSchema)
    .min(1, "must have at least one rule")
    .max(MAX_RULES, `must have at most ${MAX_RULES} rules`),
});

type Template = { segments: (string | null)[]; names: string[] } | { problem: string };

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

function companyProblem(path: string, names: readonly string[], company: boolean): string | null {
  return company && !names.includes(COMPANY)
    ? `must contain ${COMPANY}, because the rule has "company": true (it is ${path})`
    : null;
}
