export { changeName as POST } from "@/lib/accounts/change-name";
