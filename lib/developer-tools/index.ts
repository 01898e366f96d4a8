import { runConformanceCheck } from "@/lib/developer-tools/conformance/run-conformance-check";
import { runPlaygroundStep } from "@/lib/developer-tools/playground/run-playground-step";
import { runSandboxAction } from "@/lib/developer-tools/sandbox/run-sandbox-action";

/** The operations of this room, in the order of the API reference. */
export const operations = [runSandboxAction, runConformanceCheck, runPlaygroundStep] as const;
