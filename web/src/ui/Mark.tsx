/** The product's mark; its name always stands beside it. */
export const Mark = ({ size }: { size: number }) => <img src="/mark.svg" width={size} height={size} alt="" />
