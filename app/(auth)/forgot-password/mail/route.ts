import { mailRecoveryLink } from "@/lib/accounts/recovery/mail-recovery-link";
import { answerOperation } from "@/lib/api/answer-operation";

export const POST = answerOperation(mailRecoveryLink);
