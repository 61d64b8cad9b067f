export default function Page() {
  return <h1>transactions</h1>;
}
