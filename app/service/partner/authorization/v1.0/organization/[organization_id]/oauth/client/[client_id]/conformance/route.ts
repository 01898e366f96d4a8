import { handle } from "@/lib/api/handle";
import { otherMethods } from "@/lib/api/other-methods";
import { runConformanceCheckContract } from "@/lib/developer-tools/conformance/contract";
import { runConformanceCheck } from "@/lib/developer-tools/conformance/run-conformance-check";

export const POST = handle(runConformanceCheckContract, runConformanceCheck);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
