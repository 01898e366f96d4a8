import type { Fix } from "@/lib/core/diagnosis/fix-schemas";

/** A message in `events.fixes`, and the values of its placeholders. */
interface FixMessage {
  name:
    | Fix["kind"]
    | "register_needed_scopes"
    | "set_parameter_validly"
    | "use_intended_company"
    | "use_intended_organization";
  values: Record<string, string | number>;
}

/** The message that explains what to do about a denial. */
export function fixMessage(fix: Fix): FixMessage {
  const { kind } = fix;
  switch (kind) {
    case "register_scopes":
      if (fix.scopes.length === 0) return { name: "register_needed_scopes", values: {} };
      return { name: kind, values: { scopes: fix.scopes.join(", ") } };
    case "request_scopes":
      return { name: kind, values: { scopes: fix.scopes.join(", ") } };
    case "set_parameter": {
      const { name, value } = fix;
      if (value === null) return { name: "set_parameter_validly", values: { name } };
      return { name: kind, values: { name, value } };
    }
    case "use_other_company":
      if (fix.company_id === null) return { name: "use_intended_company", values: {} };
      return { name: kind, values: { id: fix.company_id } };
    case "use_other_organization":
      if (fix.organization_id === null) return { name: "use_intended_organization", values: {} };
      return { name: kind, values: { id: fix.organization_id } };
    default: {
      const { kind: _, ...values } = fix;
      return { name: kind, values };
    }
  }
}
