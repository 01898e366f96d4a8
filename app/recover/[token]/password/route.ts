export { recoverAccount as POST } from "@/lib/accounts/recovery/recover-account";
