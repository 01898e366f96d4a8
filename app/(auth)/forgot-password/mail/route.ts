export { mailRecoveryLink as POST } from "@/lib/identity/account/recovery/mail-recovery-link";
