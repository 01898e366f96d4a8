export { mailReclaimLink as POST } from "@/lib/accounts/recovery/mail-reclaim-link";
