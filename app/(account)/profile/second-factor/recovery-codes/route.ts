export { replaceRecoveryCodes as POST } from "@/lib/identity/account/second-factor/replace-recovery-codes";
