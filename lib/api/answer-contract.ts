import type { ContractOutput, OperationContract } from "@/lib/kernel/http/contract";

/** The validated response of an operation. */
export type ContractAnswer = {
  status: number;
  body: unknown;
  headers: Record<string, string>;
};

/** Validates an operation's output against its contract's schema. A PUT that created something returns 201. */
export function answerContract<C extends OperationContract>(
  { success }: C,
  output: ContractOutput<C>,
): ContractAnswer {
  return {
    status: output.isNew ? 201 : success.status,
    body: success.schema.parse(output.body),
    headers: output.headers ?? {},
  };
}
