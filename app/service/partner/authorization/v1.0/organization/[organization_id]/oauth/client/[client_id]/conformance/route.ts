import { handle, methodNotAllowed } from "@/lib/http/handle";
import { runConformanceCheckContract } from "@/lib/oauth/conformance/contract";
import { runConformanceCheck } from "@/lib/oauth/conformance/run-conformance-check";

export const POST = handle(runConformanceCheckContract, runConformanceCheck);

const refuse = methodNotAllowed("POST");

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
