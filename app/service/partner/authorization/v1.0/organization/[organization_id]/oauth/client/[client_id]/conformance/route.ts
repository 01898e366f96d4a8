import { handle } from "@/lib/http/handle";
import { otherMethods } from "@/lib/http/other-methods";
import { runConformanceCheckContract } from "@/lib/oauth/conformance/contract";
import { runConformanceCheck } from "@/lib/oauth/conformance/run-conformance-check";

export const POST = handle(runConformanceCheckContract, runConformanceCheck);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = otherMethods("POST");
