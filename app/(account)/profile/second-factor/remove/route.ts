export { removeSecondFactor as POST } from "@/lib/identity/account/second-factor/remove-second-factor";
