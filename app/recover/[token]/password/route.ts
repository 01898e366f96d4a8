export { recoverAccount as POST } from "@/lib/identity/account/recovery/recover-account";
