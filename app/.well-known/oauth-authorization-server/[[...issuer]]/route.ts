import { methodsOf } from "@/lib/api/router";
import { describeServer } from "@/lib/protocol/metadata/describe-server";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = methodsOf([
  { method: "GET", handler: describeServer },
]);
