export { createOperator as POST } from "@/lib/identity/setup/create-operator";
