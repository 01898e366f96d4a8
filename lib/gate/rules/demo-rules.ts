import { parseRules } from "@/lib/gate/rules/parse-rules";
import type { GateRule } from "@/lib/gate/rules/rule";
import { PRODUCT_SCOPES } from "@/lib/protocol/scopes/product-scopes";

const FILE = {
  rules: [
    {
      methods: ["GET"],
      path: "/service/application/catalog/v1.0/products/",
      any: PRODUCT_SCOPES,
      action: { en: "Looked at products", de: "Hat Produkte angesehen" },
    },
  ],
};

/** The rules of an installation with demo data that has no file of its own. */
export function demoRules(): readonly GateRule[] {
  return parseRules(Buffer.from(JSON.stringify(FILE)));
}
