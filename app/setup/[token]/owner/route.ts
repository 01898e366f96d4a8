export { createOwner as POST } from "@/lib/setup/create-owner";
