export { changeName as POST } from "@/lib/identity/account/change-name";
