export { mailRecoveryLink as POST } from "@/lib/accounts/recovery/mail-recovery-link";
