"""The stepper: one model of where one stands and what there is to see; two faces, a whole screen and single lines."""
