-- Owner: customers. What letters a customer has takes some 20 µs to tell, where nobody has told it the planner takes it for
-- a tenth of that: in front of a million it read all names in their order for a pair that none has, 22 seconds long.
alter function letters_and_pairs_of(text) cost 5000;
