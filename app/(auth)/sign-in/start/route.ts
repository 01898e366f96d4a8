export { startSignIn as GET } from "@/lib/identity/sessions/sign-in-form";
