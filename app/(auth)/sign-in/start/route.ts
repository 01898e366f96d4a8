export { startSignIn as GET } from "@/lib/identity/sessions/start-sign-in";
