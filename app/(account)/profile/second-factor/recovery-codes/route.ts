export { replaceRecoveryCodes as POST } from "@/lib/accounts/second-factor/replace-recovery-codes";
